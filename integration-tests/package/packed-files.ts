import { list } from "tar"

/** The paths inside a tarball, without the leading `package/`. */
export async function packedFiles(tarball: string): Promise<string[]> {
  const paths: string[] = []
  await list({ file: tarball, onReadEntry: (entry) => paths.push(String(entry.path)) })
  return paths.map((name) => name.replace(/^package\//, ""))
}
