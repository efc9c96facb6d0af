import { cpus } from "node:os"
import { measureOrderRate } from "../../../bench/order-rate"
import { measureResponseRate, createPostbackUrl } from "../../../bench/request-batch"
import type { ShopClient } from "../../../tooling/clients/shop-client"
import type { Cluster } from "../../../tooling/cluster/start-cluster"
import { printLine } from "../../proofs/proof-options"
import { createHarness } from "../../store/harness"

const { simulator } = createHarness()

const SHOPPERS = 12
const POSTBACKS = 200

const formatRatio = (ours: number, theirs: number) => `${(ours / theirs).toFixed(2)} x`.padStart(9)
const formatFigure = (value: number) => value.toFixed(1).padStart(9)

/**
 * Prints orders and postbacks a second through 1, 2 and all servers, for this plugin and for the built-in provider,
 * whose postbacks go to core's own route. One worker runs throughout.
 */
export async function printThroughput(
  { loadBalancer, servers }: Cluster,
  shop: ShopClient
): Promise<void> {
  const url = await createPostbackUrl({ shop, simulator })
  const urls = servers.map(({ url }) => url)
  const clients = { shop, simulator }
  printLine(
    `\n${SHOPPERS} shoppers at once; everything shares the ${cpus().length} cores of this machine` +
      `\n              orders a second             postbacks answered a second` +
      `\nservers    plugin built-in    ratio      plugin  core's    ratio`
  )
  for (let count = 1; count <= urls.length; count += 1) {
    loadBalancer.setServers(urls.slice(0, count))
    // Warms up every server.
    await measureOrderRate(clients, "this plugin", count * 3)
    const ours = await measureOrderRate(clients, "this plugin", SHOPPERS)
    const builtIn = await measureOrderRate(clients, "system provider", SHOPPERS)
    const taken = await measureResponseRate({ url, method: "POST" }, POSTBACKS)
    const coreRoute = {
      url: `${loadBalancer.url}/hooks/payment/system_default`,
      method: "POST" as const,
    }
    const core = await measureResponseRate(coreRoute, POSTBACKS)
    printLine(
      `${String(count).padStart(7)} ${formatFigure(ours)} ${formatFigure(builtIn)}${formatRatio(ours, builtIn)}   ` +
        `${formatFigure(taken)} ${formatFigure(core)}${formatRatio(taken, core)}`
    )
  }
  loadBalancer.setServers(urls)
}
