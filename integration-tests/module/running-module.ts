import type ConsumerFinancingModuleService from "../../src/modules/consumer-financing/service"
import type { ApplicationRecord } from "../../src/modules/consumer-financing/records"
import type { PluginOptionsInput } from "../../src/options/options"
import { cents } from "../../src/domain/money"
import type { OrderSnapshot } from "../../src/domain/order-snapshot"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { type ModuleApp, startModuleApp } from "./module-app"
import { createModuleDatabase, type ModuleDatabase } from "./module-database"

/** The module without a store, on a real database, with the simulator over HTTP. */
export type RunningModule = {
  financing: ConsumerFinancingModuleService
  sandbox: Sandbox
  databaseUrl: string
}

/** Starts the module before the tests of a file and stops it after them. Call the returned function in tests. */
export function startModule(options: Partial<PluginOptionsInput> = {}): () => RunningModule {
  let database: ModuleDatabase
  let sandbox: Sandbox
  let app: ModuleApp
  beforeAll(async () => {
    database = await createModuleDatabase()
    sandbox = await startSandbox({ quiet: true })
    const { staging, production } = sandbox.credentials
    const environments = {
      staging: { baseUrl: sandbox.baseUrl, ...staging },
      production: { baseUrl: sandbox.productionBaseUrl, ...production },
    }
    // All carts of a file have the same contact data.
    const applicationLimits = { perContact: 10_000 }
    app = await startModuleApp(database.url, { environments, applicationLimits, ...options })
  })
  afterAll(async () => {
    await sandbox?.close()
    await app?.close()
    await database?.drop()
  })
  return () => ({ financing: app.financing, sandbox, databaseUrl: database.url })
}

let cartCount = 0

/** Builds a cart of $812.40. */
export function buildCart(changes: Partial<OrderSnapshot> = {}): OrderSnapshot {
  cartCount += 1
  return {
    cartId: `cart_${cartCount}`,
    email: "maya@example.com",
    cellPhone: "7185550142",
    address: {
      firstName: "Maya",
      lastName: "Okafor",
      street: "418 Linden Avenue",
      city: "Brooklyn",
      state: "NY",
      zip: "11201",
    },
    items: [
      {
        lineItemId: "item_1",
        variantId: null,
        title: "Walnut chair",
        sku: null,
        quantity: 2,
        net: cents(750_00),
        listPrice: null,
      },
    ],
    shipping: cents(20_00),
    taxes: cents(42_40),
    total: cents(812_40),
    ...changes,
  }
}

/** Creates an application of $812.40 at the service. */
export async function createApplication(financing: ConsumerFinancingModuleService) {
  const snapshot = buildCart()
  const paymentSessionId = `payses_${snapshot.cartId}`
  const result = await financing.applyForCart({ snapshot, paymentSessionId, customerId: null })
  if (result.outcome !== "applied") throw new Error("The simulator refused a good cart.")
  const application: ApplicationRecord = result.application
  return { snapshot, application, token: await financing.tokens.currentOf(application.id) }
}
