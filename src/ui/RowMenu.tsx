import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'

type RowMenuProps = {
  /** Whose menu it is, for screen readers: 'Chapter 3'. */
  of: string
  change?: { label: string; onClick: () => void }
  /** Further items, between changing and deleting. */
  children?: ReactNode
  /** Absent for who may not delete. */
  onDrop?: () => void
}

/** What can be done with one row of a list. A long list has many, so until somebody opens one it is a button and no more. */
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
    // What arrives above its row may move the row out of sight: the menu stays with it, and isn't lost.
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
