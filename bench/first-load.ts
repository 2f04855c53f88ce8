import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Limit for the scripts that a student's tablet loads before the question page works, in gzipped bytes. */
const budget = 150_000
const folder = join(import.meta.dirname, '../dist/web')

/** Returns the path of a file in the build. */
export const builtFile = (file: string) => join(folder, file)

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }

/** Returns the built files with their imports. */
export const builtFiles = () =>
  JSON.parse(readFileSync(builtFile('.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Returns the script files of some modules and of everything they import. */
export function scriptsOf(...modules: string[]) {
  const manifest = builtFiles()
  const needed = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  for (const each of modules) {
    if (!manifest[each]) throw new Error(`The build has no ${each}.`)
    add(each)
  }
  return [...needed]
}

/**
 * Returns the script files of a family's first load: the entry, the shell and one page, with everything they
 * import.
 */
export const familyScripts = (page: string) =>
  scriptsOf('index.html', '../features/family/FamilyShell.tsx', `../features/${page}.tsx`)

/** Prints the size of a student's first load. Returns false if it is over the budget. */
export function firstLoad() {
  const sizeOf = (file: string) => gzipSync(readFileSync(builtFile(file)), { level: 9 }).length
  const scripts = familyScripts('overview/StudentQuestionPage').map((file) => ({ file, bytes: sizeOf(file) }))
  const bytes = scripts.reduce((sum, each) => sum + each.bytes, 0)
  console.log(
    `\nFirst load of a student's question page: ${(bytes / 1000).toFixed(1)} kB gzip of script in ${scripts.length} files (at most ${budget / 1000})`,
  )
  for (const each of scripts.sort((a, b) => b.bytes - a.bytes))
    console.log(`  ${(each.bytes / 1000).toFixed(1).padStart(6)} kB  ${each.file}`)
  return bytes <= budget
}
