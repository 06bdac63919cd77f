import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostGuard, publicRootOf } from "./host.ts";

const loopback = [
  ...["localhost", "LOCALHOST", "LocalHost:8081", "localhost.", "localhost.:80", "localhost:"],
  ...["127.0.0.1", "127.0.0.1:8081", "127.1.2.3", "127.255.255.255:1", "127.0.0.1."],
  ...["[::1]", "[::1]:8081", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]:8081"],
];
const addresses = ["10.0.0.1", "192.168.1.2:8081", "128.0.0.1", "0.0.0.0", "[fd00::1]:8081", "[::]", "[::2]"];
const never = [
  ...["127.evil.example", "127.0.0.1.evil.example", "127.0.0.1.evil.example:8081", "evil.example", "evil.example."],
  ...["localhost.evil.example", "evil-localhost", "xlocalhost", "localhost..", "local host", "localhost,evil.example"],
  ...["0x7f.1", "0x7f000001", "127.1", "2130706433", "0177.0.0.1", "127.0.0.01", "127.0.0.1..", "127.0.0.256", "127."],
  ...["", " ", ".", ":8081", "[]", "[]:80", "[::1", "::1", "::1]", "[::1]x", "[127.0.0.1]", "[localhost]", "[::1%lo]"],
  ...["me@127.0.0.1", "127.0.0.1@evil.example", "user:secret@localhost", "127.0.0.1:80:80", "127.0.0.1:x"],
  ...["127.0.0.1/", "127.0.0.1?", "127.0.0.1#", "http://127.0.0.1", "１２７.0.0.1", "127。0。0。1", "lοcalhost"],
];

describe("hostGuard", () => {
  it.each(["127.0.0.1", "localhost", "LOCALHOST", "::1", "127.9.9.9"])(
    "where only this machine listens, as %s, its own addresses and localhost are asked for",
    (listensOn) => {
      const isAllowed = hostGuard(listensOn);
      expect(loopback.filter((host) => !isAllowed(host))).toEqual([]);
      expect([...addresses, ...never].filter(isAllowed)).toEqual([]);
    },
  );

  it.each(["0.0.0.0", "::", "192.168.1.2", "Register.primjer.hr"])(
    "where others reach it, at %s, any address is asked for, and no name but that",
    (listensOn) => {
      const isAllowed = hostGuard(listensOn);
      expect([...loopback, ...addresses].filter((host) => !isAllowed(host))).toEqual([]);
      expect(never.filter(isAllowed)).toEqual([]);
      for (const host of ["register.primjer.hr", "REGISTER.primjer.hr.:8081"])
        expect(isAllowed(host)).toBe(listensOn === "Register.primjer.hr");
      expect(isAllowed("register.primjer.hr.evil.example")).toBe(false);
    },
  );

  it.each(["127.0.0.1", "0.0.0.0"])("at %s, the name of the public URL may be asked for, and no other", (listensOn) => {
    const isAllowed = hostGuard(listensOn, publicRootOf("https://Register.primjer.hr.:8443/kopija/"));
    for (const host of ["register.primjer.hr", "REGISTER.primjer.hr.:443", ...loopback])
      expect(isAllowed(host), host).toBe(true);
    for (const host of [...never, "primjer.hr", "x.register.primjer.hr", "register.primjer.hr.evil.example"])
      expect(isAllowed(host), host).toBe(false);
  });

  it("a domain with letters is never this machine, whatever it begins with", () => {
    const name = fc
      .tuple(fc.constantFrom("127.", "127.0.0.1.", "localhost.", "0.", "1", ""), fc.domain())
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(name, (host) => {
        expect(hostGuard("127.0.0.1")(host)).toBe(false);
      }),
    );
  });
});
