import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version of the product from its package.json. */
export const productVersion = () =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string })
    .version
