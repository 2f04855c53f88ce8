import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const folder = join(import.meta.dirname, '../dist/web')

/** Returns the path of a file in the build. */
export const builtFile = (file: string) => join(folder, file)

type Chunk = {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}

/**
 * Returns the build manifest: for each module, the file that contains it, and that file's styles and imports.
 */
export const builtFiles = () =>
  JSON.parse(readFileSync(builtFile('.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Returns the script and style files of some modules and of everything that they import statically. */
function filesOf(...modules: string[]) {
  const manifest = builtFiles()
  const needed = new Set<Chunk>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    chunk.imports?.forEach(add)
  }
  for (const each of modules) {
    if (!manifest[each]) throw new Error(`The build has no ${each}.`)
    add(each)
  }
  const scripts = new Set([...needed].map(({ file }) => file))
  return { scripts: [...scripts], styles: [...new Set([...needed].flatMap(({ css = [] }) => css))] }
}

/** Returns the script files of some modules and of everything that they import statically. */
export const scriptsOf = (...modules: string[]) => filesOf(...modules).scripts

/** Modules that every page loads, for families and for staff. */
const frames = {
  family: ['index.html', 'early-reads.ts', '../features/family/FamilyShell.tsx'],
  staff: ['index.html', 'early-reads.ts', '../../virtual:staff-screens', 'shell/StaffShell.tsx'],
}

/**
 * Returns the script files of a family's first load: the entry, the shell and one page, with everything they
 * import.
 */
export const familyScripts = (page: string) => scriptsOf(...frames.family, `../features/${page}.tsx`)

/** Limits on the scripts and styles that daily pages load, in gzipped bytes. */
const pages = [
  { frame: 'family', page: 'overview/StudentQuestionPage', most: 107_000 },
  { frame: 'family', page: 'overview/StudentHomePage', most: 101_000 },
  { frame: 'family', page: 'family/ParentPage', most: 109_000 },
  { frame: 'staff', page: 'overview/CenterPage', most: 220_000 },
  { frame: 'staff', page: 'overview/SchedulerDayPage', most: 234_000 },
  { frame: 'staff', page: 'overview/ClassRollPage', most: 246_000 },
  { frame: 'staff', page: 'overview/ClassPage', most: 214_000 },
  { frame: 'staff', page: 'overview/StudentPage', most: 262_000 },
  { frame: 'staff', page: 'overview/StudentListPage', most: 265_000 },
  { frame: 'staff', page: 'grading/GradingPage', most: 326_000 },
] as const
/** Limit on the scripts that a student's tablet loads before the question page works, in gzipped bytes. */
const maxScript = 95_000

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6)
const sizeOf = (file: string) => gzipSync(readFileSync(builtFile(file)), { level: 9 }).length
const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0)

/**
 * Prints how much daily pages load on the first visit, and the scripts of a student's question page. Returns
 * false if a page exceeds its limit.
 */
export function firstLoad() {
  console.log('\nFirst load of a page, kB gzip of scripts and styles')
  const loads = pages.map(({ frame, page, most }) => {
    const { scripts, styles } = filesOf(...frames[frame], `../features/${page}.tsx`)
    const bytes = sum(scripts) + sum(styles)
    console.log(
      `  ${kilobytes(bytes)} kB in ${scripts.length} + ${styles.length} files (at most ${most / 1000})  ${page}`,
    )
    return { bytes, most }
  })
  const scripts = familyScripts('overview/StudentQuestionPage').map((file) => ({ file, bytes: sizeOf(file) }))
  const bytes = scripts.reduce((total, each) => total + each.bytes, 0)
  console.log(
    `\nScripts of a student's question page: ${(bytes / 1000).toFixed(1)} kB gzip in ${scripts.length} files (at most ${maxScript / 1000})`,
  )
  for (const each of scripts.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`  ${kilobytes(each.bytes)} kB  ${each.file}`)
  return bytes <= maxScript && loads.every((each) => each.bytes <= each.most)
}
