import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useContext, useState } from 'react'
import { t } from '#shared/language.ts'
import { ReadOnly } from './read-only.ts'

type RowMenuProps = {
  /** Name of the row, for screen readers: 'Chapter 3'. */
  of: string
  change?: { label: string; onClick: () => void }
  /** Additional items between Change and Delete. */
  children?: ReactNode
  /** Omitted for people who may not delete. */
  onDrop?: () => void
}

/**
 * Menu of actions for a row of a list. Renders only a plain button until it is first opened, so that long
 * lists stay fast. On a read-only page, it contains only the additional items, and isn't shown if there are
 * none.
 */
export function RowMenu(props: RowMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const isReadOnly = useContext(ReadOnly) !== null
  if (isReadOnly && !props.children) return null
  if (!isUsed)
    return (
      <MenuButton of={props.of} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsUsed(true)} />
    )
  return <UsedMenu {...props} {...(isReadOnly && { change: undefined, onDrop: undefined })} />
}

type MenuButtonProps = { of: string } & Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'onClick' | 'autoFocus' | 'ref'
>

const MenuButton = ({ of, ...rest }: MenuButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="secondary"
    size="var(--target)"
    aria-label={t('Actions for {of}', { of })}
    {...rest}
  >
    <EllipsisVertical size={18} aria-hidden />
  </ActionIcon>
)

function UsedMenu({ of, change, children, onDrop }: RowMenuProps) {
  return (
    // Keep the menu if rows inserted above push its row out of view.
    <Menu position="bottom-end" withinPortal hideDetached={false} defaultOpened>
      <Menu.Target>
        {/* Replaces the pressed button and takes the focus. Closing the menu returns the focus here. */}
        <MenuButton of={of} autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        {change && (
          <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={change.onClick}>
            {change.label}
          </Menu.Item>
        )}
        {children}
        {onDrop && (
          <Menu.Item color="error" leftSection={<Trash2 size={16} aria-hidden />} onClick={onDrop}>
            {t('Delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
