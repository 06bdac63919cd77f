/**
 * Imported for its effect: whatever this process starts reaches servers on this machine directly, also where HTTP_PROXY names a
 * proxy (axios uses it, and Node with NODE_USE_ENV_PROXY=1) and nobody has set NO_PROXY.
 */
const { no_proxy, NO_PROXY } = process.env;

// One spelling is left: programs differ in which of the two they prefer.
delete process.env.no_proxy;
process.env.NO_PROXY = [no_proxy || NO_PROXY, "127.0.0.1", "localhost"].filter(Boolean).join(",");
