import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  plugins: [
    {
      resolve: "medusa-payment-consumer-financing",
      options: {
        // Which of the two environments below new applications are created in. An application
        // remembers the one it was created in and is always served there. Left out, or set to
        // nothing, this and the credentials are entered in the dashboard (Settings → Consumer
        // financing), where they can be changed without a restart; what is set here is locked there.
        environment: process.env.FINANCING_ENVIRONMENT,
        environments: {
          staging: {
            baseUrl: process.env.FINANCING_STAGING_BASE_URL,
            apiUsername: process.env.FINANCING_STAGING_USERNAME,
            apiPassword: process.env.FINANCING_STAGING_PASSWORD,
            apiSignature: process.env.FINANCING_STAGING_SIGNATURE,
          },
          // Leave an environment out until its credentials have been issued.
          production: {
            baseUrl: process.env.FINANCING_PRODUCTION_BASE_URL,
            apiUsername: process.env.FINANCING_PRODUCTION_USERNAME,
            apiPassword: process.env.FINANCING_PRODUCTION_PASSWORD,
            apiSignature: process.env.FINANCING_PRODUCTION_SIGNATURE,
          },
        },
        // The public address of this Medusa server: postbacks and the shopper's way back.
        backendUrl: process.env.BACKEND_URL,
        // Where shoppers land afterwards.
        storefrontUrl: process.env.STOREFRONT_URL,
        // From `openssl rand -hex 32`; [current, previous] while it is being changed.
        secret: process.env.FINANCING_SECRET,
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      // The payment provider reads the cart and the plugin's own records through these two.
      dependencies: ["consumerFinancing", "query"],
      options: {
        providers: [
          {
            resolve: "medusa-payment-consumer-financing/providers/consumer-financing",
            id: "default",
          },
        ],
      },
    },
  ],
})
