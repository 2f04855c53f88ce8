import { t } from '#shared/language.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { ChangeList } from './History.tsx'

type HistorySheetProps = { centerId: string; of: string; name: string; onClose: () => void }

/** History of a person who has no page of their own and appears only in a list. */
export function HistorySheet({ centerId, of, name, onClose }: HistorySheetProps) {
  return (
    <SideSheet title={t('History of {name}', { name })} onClose={onClose}>
      <ChangeList centerId={centerId} of={of} />
    </SideSheet>
  )
}
