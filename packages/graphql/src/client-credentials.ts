export * from "@court-register/core/client-credentials";
