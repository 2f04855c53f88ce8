import { readdirSync, readFileSync } from 'node:fs'
import { zipOf } from './zips.ts'

/** Returns the QTI item with this name, written in the style of another system. */
export const qtiItem = (name: string) => readFileSync(`tests/fixtures/qti/${name}.xml`)
export const qtiItems = () => readdirSync('tests/fixtures/qti').map((file) => file.replace('.xml', ''))

type Files = Record<string, Buffer | string>

/**
 * Builds a package of these items as other systems do, with extra files and extra resources in its manifest.
 */
export function qtiPackage(
  items: Files,
  { files = {}, resources = '' }: { files?: Files; resources?: string } = {},
) {
  const named = Object.keys(items).map(
    (href, at) =>
      `<resource identifier="R${at}" type="imsqti_item_xmlv2p1" href="${href}"><file href="${href}"/></resource>`,
  )
  const manifest = `<?xml version="1.0"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="M">
  <organizations/>
  <resources>${named.join('')}${resources}</resources>
</manifest>`
  return zipOf(
    Object.entries({ 'imsmanifest.xml': manifest, ...items, ...files }).map(([name, bytes]) => ({
      name,
      bytes,
    })),
  )
}
