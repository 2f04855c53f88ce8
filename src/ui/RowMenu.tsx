import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'

type RowMenuProps = {
  /** Name of the row for screen readers: 'Chapter 3'. */
  of: string
  change?: { label: string; onClick: () => void }
  /** Further items, between changing and deleting. */
  children?: ReactNode
  /** Absent for who may not delete. */
  onDrop?: () => void
}

/** Menu of actions on one row of a list. Long lists have many, so each is only a button until it is opened. */
export function RowMenu(props: RowMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  if (!isUsed) return <MenuButton of={props.of} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsUsed(true)} />
  return <UsedMenu {...props} />
}

type MenuButtonProps = { of: string } & Pick<ComponentProps<'button'>, 'aria-haspopup' | 'aria-expanded' | 'onClick' | 'autoFocus' | 'ref'>

const MenuButton = ({ of, ...rest }: MenuButtonProps) => (
  <ActionIcon variant="subtle" color="secondary" size="var(--target)" aria-label={`Actions for ${of}`} {...rest}>
    <EllipsisVertical size={18} aria-hidden />
  </ActionIcon>
)

function UsedMenu({ of, change, children, onDrop }: RowMenuProps) {
  return (
    // Rows that arrive above may move this row out of sight. The menu stays with it.
    <Menu position="bottom-end" withinPortal hideDetached={false} defaultOpened>
      <Menu.Target>
        {/* It takes the place of the button that was pressed, and the focus, to which the menu gives it back. */}
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
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
