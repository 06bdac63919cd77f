/** Where the service is. The check replaces this file by one with the real address. */
export const target: { url: string; key: string } = { url: "http://127.0.0.1:8080", key: "a-subscription-key" };
