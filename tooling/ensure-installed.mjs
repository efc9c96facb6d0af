// Installs packages when node_modules is missing or belongs to another lock file. Uses no packages itself.
// Runs `npm install`, because `npm ci` rejects a lock file that lacks optional packages of this platform; `install`
// keeps every locked version, and `--no-save` leaves the lock file unchanged.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const marker = join(root, "node_modules", ".installed-for")

function wanted() {
  const hash = createHash("sha256")
  for (const name of ["package.json", "package-lock.json"]) {
    const file = join(root, name)
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest("hex")
}

function install() {
  const npm = process.env.npm_execpath
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
  return new Promise((resolve, reject) => {
    const child = npm
      ? spawn(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
      : spawn("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
    child.on("error", reject)
    child.on("exit", (code) => {
      if (code === 0) resolve()
      else reject(new Error(`npm install ended with ${String(code)}`))
    })
  })
}

if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted()) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  console.log("Installing packages (the first time takes a minute or two)")
  const heartbeat = setInterval(() => console.log(`  still installing, ${seconds()} s`), 15_000)
  try {
    await install()
  } catch (error) {
    console.error(`Packages could not be installed: ${error.message}`)
    process.exit(1)
  } finally {
    clearInterval(heartbeat)
  }
  writeFileSync(marker, wanted())
  console.log(`Packages installed in ${seconds()} s`)
}
