import { Table } from '@mantine/core'
import { useState } from 'react'
import type { Preview } from '../use-preview.ts'
import { solutionOf, wordsOf } from '../../rules.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import style from './Variables.module.css'

type VariantsTableProps = { variants: Preview['variants']; chosen: number; onChoose: (num: number) => void }

const few = 5

/**
 * Table of a random question's variants with their values and model answers. The selected variant is shown in
 * the student's view.
 */
export function VariantsTable({ variants, chosen, onChoose }: VariantsTableProps) {
  const [all, setAll] = useState(false)
  if (variants.length === 0) return null
  const shown = all ? variants : variants.slice(0, few)
  return (
    <div className={style.variants}>
      <Table aria-label={t('Variants of the question')} verticalSpacing={4} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Values')}</Table.Th>
            <Table.Th>{t('Answer')}</Table.Th>
            <Table.Th>{t('Shown')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ num, values, key }) => (
            <Table.Tr key={num}>
              <Table.Td>{values}</Table.Td>
              <Table.Td>{wordsOf(solutionOf(key))}</Table.Td>
              <Table.Td>
                <input
                  type="radio"
                  className={style.mark}
                  name="variant"
                  aria-label={t('Show the variant with {values}', { values })}
                  checked={num === chosen}
                  onChange={() => onChoose(num)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {variants.length > few && (
        <Button kind="quiet" onClick={() => setAll(!all)}>
          {all
            ? t('Show fewer')
            : t('Show all {variants}', { variants: counted(variants.length, 'variant') })}
        </Button>
      )}
    </div>
  )
}
