/** Where the service is. The check writes the real one in the place of this file. */
export const target: { url: string; key: string } = { url: "http://127.0.0.1:8080", key: "a-subscription-key" };
