/** A proxy before a PostgreSQL server, which can cut a connection wherever a test wants. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * What becomes of some bytes of a client: they go on, or the connection is cut before the server has them, or when the server has
 * answered them and before the client learns of it.
 */
export type Fate = "pass" | "cut before" | "cut after";

/** Listens on loopback. Change `fate` at any time. */
export class CuttingProxy implements AsyncDisposable {
  fate: (bytes: Buffer) => Fate | Promise<Fate> = () => "pass";
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number) {
    this.#server = createServer((client) => this.#serve(client, port));
  }

  /** Starts a proxy before a port of this machine. */
  static async start(port: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(port);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** The same database, through this proxy. */
  through(target: string): string {
    const url = new URL(target);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href;
  }

  #serve(client: Socket, port: number): void {
    const server = connect(port, "127.0.0.1");
    let isCut = false;
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", end).on("close", () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    server.on("data", (bytes) => (isCut ? end() : client.write(bytes)));
    // One after another: a fate may take its time.
    let last = Promise.resolve();
    client.on("data", (bytes) => {
      last = last.then(async () => {
        const fate = await this.fate(bytes);
        if (fate === "cut before") return end();
        isCut ||= fate === "cut after";
        server.write(bytes);
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
