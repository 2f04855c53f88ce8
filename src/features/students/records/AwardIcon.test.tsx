import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { awards } from '#features/accounts/defaults/defaults.ts'
import { AwardIcon } from './AwardIcon.tsx'

test('every award has its own icon, with different medals for English and math', () => {
  const subjects = (type: (typeof awards)[number]) =>
    type === 'Medal' ? (['English', 'Math'] as const) : (['Math'] as const)
  const icons = awards.flatMap((type) =>
    subjects(type).map((subject) => renderToStaticMarkup(<AwardIcon award={{ type, subject }} />)),
  )
  expect(icons.every((icon) => icon.includes('<svg'))).toBe(true)
  expect(new Set(icons).size).toBe(7)
})
