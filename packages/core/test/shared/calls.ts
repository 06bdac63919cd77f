import type { RegisterError } from "@court-register/core";
import { accessBy, secret } from "./access.ts";
import { type Client, type ClientUnderTest, rejection } from "./client-under-test.ts";
import { type Reply, type Service, serve } from "./service.ts";

export const rows: readonly Record<string, unknown>[] = [{ mbs: 1 }];

/** A service that sends these replies in turn, and then repeats the last. */
export function inTurn(...replies: Reply[]): Promise<Service> {
  let turn = 0;
  return serve(() => replies[Math.min(turn++, replies.length - 1)]);
}

/** Helpers that connect a client to a service, or return the error of a call that fails. */
export function callsOf(subject: ClientUnderTest): {
  connect: (service: Service, options?: object) => Client;
  failed: (service: Service, options?: object, callOptions?: object) => Promise<RegisterError>;
} {
  // No jitter, hence no wait between attempts, unless Retry-After asks for one.
  const random = (): number => 0;
  const connect = (service: Service, options = {}): Client =>
    subject.create({ baseUrl: service.url, ...accessBy(secret), random, ...options });
  return {
    connect,
    failed: async (service, options = {}, callOptions = {}) =>
      subject.error(await rejection(connect(service, options).sjediste.list({ offset: 3 }, callOptions))),
  };
}
