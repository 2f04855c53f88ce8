import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * Returns the commit before the one that added the newest migration. Throws if this folder isn't a git clone.
 */
function beforeNewestMigration() {
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'db/migrations')
  return git('rev-parse', `${newest}^`)
}

type Lock = { packages: Record<string, { version?: string }> }
const packagesOf = (folder: string) =>
  Object.entries((JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock).packages)

/** Returns the packages of the version in `folder` that this version doesn't have in the same release. */
function missingFor(folder: string) {
  const here = new Map(packagesOf(root).map(([path, { version }]) => [path, version]))
  return packagesOf(folder)
    .filter(([path, { version }]) => path !== '' && here.get(path) !== version)
    .map(([path]) => path.replace(/^node_modules\//, ''))
}

export type EarlierVersion = {
  /** Beginning of the commit's hash. */
  commit: string
  /** Folder with its files. */
  folder: string
  /** True if this version also works with a newer database schema that was only expanded. */
  goesBack: boolean
  remove: () => void
}

/**
 * Unpacks an earlier version from git into a temporary folder: the one at commit `from`, or the last one
 * before the newest migration. It uses the packages that are installed here. Throws an Error that says why
 * this isn't possible.
 */
export function unpackEarlier(from: string | null): EarlierVersion {
  const commit = from === null ? beforeNewestMigration() : git('rev-parse', '--verify', `${from}^{commit}`)
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-version-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const files = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: files })
    const missing = missingFor(folder)
    if (missing.length > 0)
      throw new Error(
        `It needs packages that aren't installed here in the same version: ${missing.slice(0, 5).join(', ')}.`,
      )
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
    const goesBack = existsSync(join(folder, 'db/apply-migration.ts'))
    return { commit: commit.slice(0, 8), folder, goesBack, remove }
  } catch (error) {
    remove()
    throw error
  }
}
