import { Drawer } from '@mantine/core'
import { t } from '#shared/language.ts'
import type { ReactNode } from 'react'
import { useFocusBack } from '../use-focus-back.ts'
import style from './SideSheet.module.css'

type SideSheetProps = {
  title: string
  /** Width on screens with enough room. */
  size?: string
  children: ReactNode
  /** True while the sheet asks a question, which can't be answered by a click outside. */
  asking?: boolean
  onClose: () => void
}

/** A sheet at the side of the page. Escape closes it and returns the focus to where it was. */
export function SideSheet({ title, size = '28rem', children, asking = false, onClose }: SideSheetProps) {
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnClickOutside={!asking}
      position="right"
      size={size}
      title={title}
      classNames={{ content: style.sheet }}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {children}
    </Drawer>
  )
}
