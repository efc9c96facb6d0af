import path from "node:path"
import { asValue } from "@medusajs/framework/awilix"
import { logger } from "@medusajs/framework/logger"
import { MedusaApp, MedusaModule } from "@medusajs/framework/modules-sdk"
import {
  ContainerRegistrationKeys,
  createMedusaContainer,
  createPgConnection,
  Modules,
} from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../src/modules/consumer-financing/module-key"
import type ConsumerFinancingModuleService from "../../src/modules/consumer-financing/service"
import type { PluginOptionsInput } from "../../src/options/options"
import { ROOT } from "../../tooling/paths"

/** A Medusa app with only our module and an event bus. */
export type ModuleApp = { financing: ConsumerFinancingModuleService; close: () => Promise<void> }

const BASE_OPTIONS: PluginOptionsInput = {
  environment: "staging",
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "d5652e0ab2f60a2b38cae7604755a32570b52360cb5e557442da218277250bc9",
}

/** Builds the configuration of the two modules, and their shared connection. */
function buildModuleConfig(databaseUrl: string, options: Partial<PluginOptionsInput>) {
  logger.setLogLevel("error")
  const container = createMedusaContainer()
  const connection = createPgConnection({ clientUrl: databaseUrl })
  const payment = { dependencies: [CONSUMER_FINANCING, "query"] }
  container.register({
    [ContainerRegistrationKeys.LOGGER]: asValue(logger),
    [ContainerRegistrationKeys.CONFIG_MODULE]: asValue({ modules: { [Modules.PAYMENT]: payment } }),
  })
  const config = {
    cwd: ROOT,
    sharedContainer: container,
    sharedResourcesConfig: { database: { clientUrl: databaseUrl } },
    injectedDependencies: { [ContainerRegistrationKeys.PG_CONNECTION]: connection },
    modulesConfig: {
      [Modules.EVENT_BUS]: { resolve: "@medusajs/medusa/event-bus-local" },
      [CONSUMER_FINANCING]: {
        resolve: path.join(ROOT, "src/modules/consumer-financing"),
        options: { ...BASE_OPTIONS, ...options },
      },
    },
  }
  return { config, connection }
}

/** Starts the module on a database that has its tables. */
export async function startModuleApp(
  databaseUrl: string,
  options: Partial<PluginOptionsInput>
): Promise<ModuleApp> {
  const { config, connection } = buildModuleConfig(databaseUrl, options)
  const app = await MedusaApp(config)
  const { sharedContainer } = app
  if (!sharedContainer) throw new Error("Medusa started without a container.")
  return {
    financing: sharedContainer.resolve(CONSUMER_FINANCING),
    close: async () => {
      await app.onApplicationPrepareShutdown()
      await app.onApplicationShutdown()
      await connection.destroy()
      MedusaModule.clearInstances()
    },
  }
}
