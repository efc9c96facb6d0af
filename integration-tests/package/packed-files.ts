import path from "node:path"
import { list } from "tar"

/** The paths inside a tarball, without the leading `package/`. */
export async function packedFiles(tarball: string): Promise<string[]> {
  const paths: string[] = []
  await list({ file: tarball, onReadEntry: (entry) => paths.push(String(entry.path)) })
  return paths.map((name) => name.replace(/^package\//, ""))
}

/** The text of one packed file. */
export async function packedText(tarball: string, name: string): Promise<string> {
  const chunks: Buffer[] = []
  await list({
    file: tarball,
    filter: (entry) => entry === `package/${name}`,
    onReadEntry: (entry) => entry.on("data", (chunk: Buffer) => chunks.push(chunk)),
  })
  return Buffer.concat(chunks).toString("utf8")
}

/** Where a document's relative links lead, as paths inside the package. */
export function linkedFrom(document: string, text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "")
  return [...prose.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, target]) => String(target))
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(document), target))
}
