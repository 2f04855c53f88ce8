import type { ReactNode } from 'react'
import style from './Page.module.css'

type PageProps = {
  /** Maximum width of the content: `narrow` for reading and answering, `medium` for forms, `wide` for lists. Default: the full width. */
  width?: 'narrow' | 'medium' | 'wide'
  /** In the middle of the window, as on pages of families. */
  centered?: boolean
  /** With space around it, in shells that leave none. */
  padded?: boolean
  children: ReactNode
}

/** The frame of a page: its parts below each other, as wide as they may be. */
export const Page = ({ width, centered, padded, children }: PageProps) => (
  <div className={style.page} data-width={width} data-centered={centered || undefined} data-padded={padded || undefined}>
    {children}
  </div>
)
