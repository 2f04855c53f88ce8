import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the product, as it stands in its package. */
export const productVersion = () =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }).version
