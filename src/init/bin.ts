#!/usr/bin/env node
const USAGE = `medusa-payment-consumer-financing <command>, with --help for its options

  init      adds the plugin to the Medusa project in this folder
  verify    finds out how your financing service behaves, with your credentials
  sandbox   starts a simulator of the financing service, for development and tests`

async function main([command, ...args]: string[]): Promise<void> {
  if (command === "sandbox") return await (await import("../sandbox/cli.js")).runSandbox(args)
  if (command === "verify") {
    process.exitCode = await (await import("../verify/cli.js")).runVerify(args)
    return
  }
  if (command === "init") {
    process.exitCode = await (await import("./init.js")).init(args)
    return
  }
  console.log(USAGE)
  if (command !== undefined && command !== "--help") process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
