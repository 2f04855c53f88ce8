import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from '../use-focus-back.ts'

type SideSheetProps = {
  title: string
  /** Width if the screen has the room. */
  size?: string
  children: ReactNode
  onClose: () => void
}

/** A sheet at the page's side. It closes with Escape, and the focus goes back to where it was before. */
export function SideSheet({ title, size = '28rem', children, onClose }: SideSheetProps) {
  useFocusBack()
  return (
    <Drawer opened onClose={onClose} position="right" size={size} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
    </Drawer>
  )
}
