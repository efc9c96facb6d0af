import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { CACHE, ROOT } from "../../../tooling/paths"
import { runScript } from "../../../tooling/run-command"
import { read } from "./documents"

/** What the blocks use of Next and of the starter itself, as both declare it. */
const SURROUNDINGS = `
declare module "next/cache" { export function revalidateTag(tag: string): void }
declare module "next/navigation" { export function redirect(url: string): never }
declare module "next/server" { export interface NextRequest extends Request { nextUrl: URL } }
declare module "@lib/config" {
  import type Medusa from "@medusajs/js-sdk"
  export const sdk: Medusa
}
declare module "@lib/data/cookies" {
  export const getCartId: () => Promise<string | undefined>
  export const removeCartId: () => Promise<void>
  export const getAuthHeaders: () => Promise<{ authorization: string } | Record<string, never>>
  export const getCacheTag: (tag: string) => Promise<string>
}`

const TYPED = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: "react-jsx",
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: ["react"],
    paths: Object.fromEntries(
      ["index", "server", "react"].map((entry) => [
        `medusa-payment-consumer-financing/storefront${entry === "index" ? "" : `/${entry}`}`,
        [path.join(ROOT, "src", "storefront", `${entry}.ts`)],
      ])
    ),
  },
}

const section = read("docs/storefront.md")
  .split("## Medusa's Next.js starter\n")[1]
  ?.split("\n## ")[0]
const blocks = [...(section ?? "").matchAll(/```tsx?\n([\s\S]*?)```/g)].map(([, text = ""]) => text)
const [, actions = "", landing = "", , button = "", standing = "", page = "", payment = ""] = blocks

/** The blocks where they stand in the starter: what is around them is declared. */
const [imports = "", inSwitch = ""] = button.split("// within the switch, before `default`\n")
const GIVEN = `
declare const cart: { id: string }
declare const notReady: boolean
declare const checkActiveSession: boolean
declare const paymentSession: { provider_id: string } | undefined
declare const selectedPaymentMethod: string
declare const setError: (error: string | null) => void`

const FILES: Record<string, string> = {
  "surroundings.d.ts": SURROUNDINGS,
  "financing.ts": actions.replace('"./cookies"', '"@lib/data/cookies"'),
  "route.ts": landing,
  "button.tsx": `${imports.replace('"@lib/data/financing"', '"./financing"')}${GIVEN}
export function Button() { switch (true) { ${inSwitch} default: return null } }
${standing}`,
  "page.tsx": `import { redirect } from "next/navigation"
import { FinancingStanding } from "./button"
import { getStatus } from "./financing"
${GIVEN}
declare function PaymentWrapper(props: { children: React.ReactNode }): React.ReactNode
export async function Page() { ${page.replace("<PaymentWrapper cart={cart}>", "return <PaymentWrapper>")} </PaymentWrapper> }`,
  "payment.tsx": `import { isConsumerFinancing } from "medusa-payment-consumer-financing/storefront"
import { startFinancing } from "./financing"
${GIVEN}
export async function submit() { ${payment} } }`,
  "tsconfig.json": JSON.stringify(TYPED),
}

describe("what docs/storefront.md adds to Medusa's Next.js starter", () => {
  it("is right by the types of the kit, Next and the starter", async () => {
    await mkdir(CACHE, { recursive: true })
    const folder = await mkdtemp(path.join(CACHE, "starter-"))
    try {
      for (const [name, text] of Object.entries(FILES)) {
        await writeFile(path.join(folder, name), text)
      }
      const script = path.join(ROOT, "node_modules", "typescript", "bin", "tsc")
      expect(await runScript({ script, args: ["-p", folder], cwd: folder })).toBe("")
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)

  it("is no more than 65 lines in six files", () => {
    const lines = blocks.slice(1).flatMap((text) => text.split("\n"))
    const changed = lines.filter((line) => line.trim() !== "" && !line.includes("//"))
    // Beside the blocks, three lines import what two of the files use.
    expect(changed.length + 3).toBeLessThanOrEqual(65)
    expect([...(section ?? "").matchAll(/^\*\*\d\. /gm)]).toHaveLength(6)
  })
})
