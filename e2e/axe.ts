import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Script for `addInitScript` that loads axe into pages, so that they can be checked. */
export const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

/**
 * Returns the accessibility violations that axe finds on the page. A mail program already has landmarks and
 * a heading around a message, so only WCAG's own rules apply to one.
 */
export const violations = (page: Page, { isMail = false } = {}) =>
  page.evaluate(
    async (options) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options)
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    isMail ? { runOnly: ['wcag2a', 'wcag2aa'] } : {},
  )
