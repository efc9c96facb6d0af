import Medusa from "@medusajs/js-sdk"

// Replaced by the dashboard's build.
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

export const sdk = new Medusa({
  baseUrl: typeof __BACKEND_URL__ === "string" ? __BACKEND_URL__ : "/",
  auth: {
    type: typeof __AUTH_TYPE__ === "string" ? __AUTH_TYPE__ : "session",
    ...(typeof __JWT_TOKEN_STORAGE_KEY__ === "string" && __JWT_TOKEN_STORAGE_KEY__
      ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ }
      : {}),
  },
})

export const API_PATH = "/admin/consumer-financing"
