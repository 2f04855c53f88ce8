import { Chip } from '@mantine/core'
import { useState } from 'react'
import { rangeFault } from '#features/attendance/history/history-weeks.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Form } from '#ui/Form.tsx'
import style from './AllCenters.module.css'
import { rangeNames, type RangeName, type RangeSearch, rangeWords } from './ranges.ts'

type Days = { from: Day; to: Day }

type RangeBarProps = {
  chosen: Days & { name: RangeName | 'custom' }
  onChoose: (range: RangeSearch) => void
}

/** Predefined ranges of days to choose from, and two fields for any other range. */
export function RangeBar({ chosen: { name, from, to }, onChoose }: RangeBarProps) {
  const choose = (value: string) => onChoose(value === 'custom' ? { from, to } : { range: value })
  return (
    <div className="stack gap-3">
      <Chip.Group value={name} onChange={choose}>
        <div className="cluster gap-2" role="radiogroup" aria-label={t('Date range')}>
          {rangeNames.map((each) => (
            <Chip key={each} value={each} variant="outline">
              {t(rangeWords[each])}
            </Chip>
          ))}
          <Chip value="custom" variant="outline">
            {t('Custom')}
          </Chip>
        </div>
      </Chip.Group>
      {name === 'custom' && <CustomDays from={from} to={to} onChoose={onChoose} />}
    </div>
  )
}

function CustomDays({ onChoose, ...days }: Days & Pick<RangeBarProps, 'onChoose'>) {
  const [from, setFrom] = useState<string>(days.from)
  const [to, setTo] = useState<string>(days.to)
  const fault = from && to ? rangeFault({ from, to }) : null
  return (
    <Form
      className={`${style.days} cluster top gap-2-4`}
      aria-label={t('Custom range')}
      onSubmit={() => onChoose({ from, to })}
    >
      <DayField label={t('From')} value={from} onChange={setFrom} />
      <DayField label={t('To')} value={to} onChange={setTo} />
      <Button type="submit" reason={fault}>
        {t('Show')}
      </Button>
      {fault && <p role="alert">{fault}</p>}
    </Form>
  )
}
