export * from "@court-register/core/identifiers";
