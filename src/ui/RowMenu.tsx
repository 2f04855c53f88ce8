import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

type RowMenuProps = {
  /** Whose menu it is, for screen readers: 'Chapter 3'. */
  of: string
  change?: { label: string; onClick: () => void }
  /** Further items, between changing and deleting. */
  children?: ReactNode
  /** Absent for who may not delete. */
  onDrop?: () => void
}

/** What can be done with one row of a list. */
export function RowMenu({ of, change, children, onDrop }: RowMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="secondary" size="var(--target)" aria-label={`Actions for ${of}`}>
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
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
