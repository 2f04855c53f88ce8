import { Drawer } from '@mantine/core'
import { Happenings } from './History.tsx'

type HistorySheetProps = { centerId: string; of: string; name: string; onClose: () => void }

/** The history of somebody who stands in a list and has no page of their own here. */
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
