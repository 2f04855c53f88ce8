import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'

const kept = '# Before the move: '
const none = 'DATABASE_URL was not set'
const line = /^[ \t]*(?:export[ \t]+)?DATABASE_URL[ \t]*=.*$/m

/** Replaces a file as a whole, so that a crash leaves either the old or the new one. */
function replace(file: string, text: string) {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode: statSync(file).mode })
  renameSync(draft, file)
}

/**
 * Returns the text of a settings file with another DATABASE_URL, and the earlier one above it as a comment.
 * Returns null if the URL can't be written on a line of such a file.
 */
export function withDatabaseUrl(text: string, url: string) {
  if (/['\s]/.test(url)) return null
  const plain = text.replace(new RegExp(`^${kept}.*\n?`, 'gm'), '')
  const lines = `${kept}${line.exec(plain)?.[0] ?? none}\nDATABASE_URL='${url}'`
  if (line.test(plain)) return plain.replace(line, () => lines)
  return `${plain}${plain === '' || plain.endsWith('\n') ? '' : '\n'}${lines}\n`
}

/**
 * Undoes {@link withDatabaseUrl} in the text of a settings file. Returns null if the text wasn't changed by
 * it.
 */
export function withEarlierUrl(text: string) {
  const [both, earlier] = new RegExp(`^${kept}(.*)\nDATABASE_URL=.*\n?`, 'm').exec(text) ?? []
  if (both === undefined || earlier === undefined) return null
  return text.replace(both, () => (earlier === none ? '' : `${earlier}\n`))
}

/** Changes a settings file. Returns false if there is none or `change` returns null. */
export function changeEnvFile(file: string, change: (text: string) => string | null) {
  const text = existsSync(file) ? change(readFileSync(file, 'utf8')) : null
  if (text === null) return false
  replace(file, text)
  return true
}
