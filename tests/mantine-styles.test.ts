import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const library = join(root, 'node_modules/@mantine/core')
const read = (file: string) => readFileSync(file, 'utf8')

/** Names that our files import from the library, except types. */
const used = globSync('src/**/*.tsx', { cwd: root })
  .flatMap((file) => [...read(join(root, file)).matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm)])
  .flatMap(([, names = '']) => names.match(/(?<!type )\b[A-Z]\w+/g) ?? [])

/** Returns the style names of these components and of everything that they import. */
function stylesOf(components: readonly string[]) {
  const files = new Set(
    components
      .flatMap((name) => globSync(`esm/components/**/${name}.mjs`, { cwd: library }))
      .map((file) => join(library, file)),
  )
  for (const file of files)
    for (const [, path = ''] of read(file).matchAll(/from "(\.[^"]+)"/g)) files.add(join(dirname(file), path))
  return [...files].flatMap((file) => (file.endsWith('.module.mjs') ? basename(file, '.module.mjs') : []))
}

test('the style sheet has the styles of every Mantine component that a screen uses', () => {
  const listed = read(join(root, 'src/web/shell/mantine.css'))
  const needed = stylesOf(used).filter((name) => existsSync(join(library, `styles/${name}.layer.css`)))
  expect(needed).toContain('Button')
  expect(needed.filter((name) => !listed.includes(`/${name}.layer.css`))).toEqual([])
})
