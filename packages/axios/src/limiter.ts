export * from "@court-register/core/limiter";
