import { Drawer } from '@mantine/core'
import { Happenings } from './History.tsx'

type HistorySheetProps = { centerId: string; of: string; name: string; onClose: () => void }

/** History of a person who is only a list entry here and has no page. */
export function HistorySheet({ centerId, of, name, onClose }: HistorySheetProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="28rem"
      title={`History of ${name}`}
      closeButtonProps={{ 'aria-label': 'Close the history' }}
    >
      <Happenings centerId={centerId} of={of} />
    </Drawer>
  )
}
