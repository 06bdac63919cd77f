/** iCalendar as a calendar program takes it. */
import ICAL from "ical.js";
import { expect } from "vitest";

/** An event of a file. */
export interface CalendarEvent {
  uid: string;
  sequence: number;
  summary: string;
  /** In milliseconds since 1970. */
  start: number;
  isCancelled: boolean;
}

/** Reads a file, and expects that it is whole: lines as they must be, and each event once. */
export function eventsIn(text: string): CalendarEvent[] {
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const all = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const events = all.map((component) => {
    const { uid, sequence, summary, startDate } = new ICAL.Event(component);
    expect(startDate.zone, "a moment, whatever the clock of whoever looks says").toBe(ICAL.Timezone.utcTimezone);
    expect(component.getFirstPropertyValue("dtstamp")).toBeInstanceOf(ICAL.Time);
    const isCancelled = component.getFirstPropertyValue("status") === "CANCELLED";
    return { uid, sequence, summary, start: startDate.toJSDate().getTime(), isCancelled };
  });
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  return events;
}

/** A calendar that files are imported into: of each event, it keeps the state with the greatest sequence. */
export class Calendar {
  readonly #events = new Map<string, CalendarEvent>();

  import(text: string): void {
    for (const event of eventsIn(text))
      if (event.sequence >= (this.#events.get(event.uid)?.sequence ?? 0)) this.#events.set(event.uid, event);
  }

  /** What it shows from a time on. */
  shown(from: number): string[] {
    return [...this.#events.values()]
      .filter(({ isCancelled, start }) => !isCancelled && start >= from)
      .map(({ summary, start }) => `${start} ${summary}`);
  }
}
