import { Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { allStages, type SetStage, stageWords } from './stages.ts'
import type { ProspectPerson } from './use-prospect-change.ts'

type MoveItemsProps = { whom: ProspectPerson; onMove: (stage: SetStage | null) => void }

/** Menu items for the stages that a prospect can be set to, except `lost`, which needs a reason. */
export function MoveItems({ whom: { prospect }, onMove }: MoveItemsProps) {
  const open = allStages
    .filter((stage) => stage !== 'lost' && stage !== 'enrolled')
    .filter((stage) => stage !== prospect.stage)
  return (
    <>
      <Menu.Label>{t('Move to')}</Menu.Label>
      {open.map((stage) => (
        <Menu.Item key={stage} onClick={() => onMove(stage)}>
          {t(stageWords[stage])}
        </Menu.Item>
      ))}
      {prospect.byHand && prospect.stage !== 'lost' && (
        <Menu.Item onClick={() => onMove(null)}>{t('Set automatically')}</Menu.Item>
      )}
    </>
  )
}

/** Button with a menu that sets a prospect's stage. */
export const MoveMenu = (props: MoveItemsProps) => (
  <Menu position="bottom-start" withinPortal>
    <Menu.Target>
      <Button changes icon={<ChevronDown aria-hidden />}>
        {t('Move')}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <MoveItems {...props} />
    </Menu.Dropdown>
  </Menu>
)
