import { Drawer } from '@mantine/core'
import { t } from '#shared/language.ts'
import { useFocusBack } from '#ui/use-focus-back.ts'
import type { ReactNode } from 'react'
import style from './SideSheet.module.css'

type SideSheetProps = {
  title: string
  /** Width on screens with enough room. */
  size?: string
  children: ReactNode
  /** True while the sheet asks a question. A click outside then doesn't close the sheet. */
  isConfirming?: boolean
  onClose: () => void
}

/**
 * A sheet at the side of the page. Escape and a click outside call `onClose`. Once the sheet is closed, the
 * focus returns to where it was.
 */
export function SideSheet({
  title,
  size = '28rem',
  children,
  isConfirming = false,
  onClose,
}: SideSheetProps) {
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnClickOutside={!isConfirming}
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
