import type { ReactNode } from 'react'
import style from './Page.module.css'

type PageProps = {
  /**
   * Maximum width: `narrow` for reading and answering, `medium` for forms, `wide` for lists. Unlimited by
   * default.
   */
  width?: 'narrow' | 'medium' | 'wide'
  /** True to center the page in the window, as on family pages. */
  centered?: boolean
  /** True to add padding, for pages in a layout that has none. */
  padded?: boolean
  children: ReactNode
}

/**
 * The frame of a page: its parts in a column of limited width. A part waits up to three seconds for those
 * above it to load.
 */
export const Page = ({ width, centered, padded, children }: PageProps) => (
  <div
    className={`${style.page} in-order grid column gap-4 wide`}
    data-width={width}
    data-centered={centered || undefined}
    data-padded={padded || undefined}
  >
    {children}
  </div>
)
