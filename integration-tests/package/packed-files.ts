import path from "node:path"
import { list } from "tar"
import manifest from "../../package.json"

/** Lists the paths in a tarball, without the leading `package/`. */
export async function listPackedFiles(tarball: string): Promise<string[]> {
  const paths: string[] = []
  await list({ file: tarball, onReadEntry: (entry) => paths.push(String(entry.path)) })
  return paths.map((name) => name.replace(/^package\//, ""))
}

/** Reads the text of a file in a tarball. */
export async function readPackedFile(tarball: string, name: string): Promise<string> {
  const chunks: Buffer[] = []
  await list({
    file: tarball,
    filter: (entry) => entry === `package/${name}`,
    onReadEntry: (entry) => entry.on("data", (chunk: Buffer) => chunks.push(chunk)),
  })
  return Buffer.concat(chunks).toString("utf8")
}

const REPOSITORY = manifest.repository.url.replace(/^git\+/, "").replace(/\.git$/, "")
const REPOSITORY_LINK = new RegExp(`^${REPOSITORY}/(blob|raw)/HEAD/`)

/** Parses a document's links: relative ones as paths in the package, and links to the repository as its paths. */
export function parseLinks(document: string, text: string) {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "")
  const targets = [...prose.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => String(target))
  return {
    relative: targets
      .filter((target) => !/^\w+:/.test(target))
      .map((target) => path.posix.join(path.posix.dirname(document), target)),
    ofRepository: targets
      .filter((target) => REPOSITORY_LINK.test(target))
      .map((target) => target.replace(REPOSITORY_LINK, "")),
  }
}
