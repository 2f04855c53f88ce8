import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Path of the script that loads axe into pages, for `addInitScript`. */
export const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

/**
 * Returns the accessibility violations that axe finds on the page. For an email (`isMail`), checks only the
 * rules of WCAG itself, because a mail program has landmarks and a heading around it.
 */
export const violations = (page: Page, { isMail = false } = {}) =>
  page.evaluate(
    async (options) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options)
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    isMail ? { runOnly: ['wcag2a', 'wcag2aa'] } : {},
  )
