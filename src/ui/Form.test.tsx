import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayField } from './DayField.tsx'
import { faultyIn, Form } from './Form.tsx'

test('the browser does not show its own error bubbles', () => {
  expect(renderToStaticMarkup(<Form onSubmit={() => {}} />)).toContain('noValidate')
})

test('every control is checked, and the invalid ones are returned in order', () => {
  const checked: string[] = []
  const control = (name: string, isRight: boolean) => ({
    name,
    checkValidity: () => {
      checked.push(name)
      return isRight
    },
  })
  const elements = [
    control('first', false),
    { name: 'no control' },
    control('second', true),
    control('third', false),
  ]
  const faulty = faultyIn({ elements } as unknown as HTMLFormElement)
  expect(faulty.map(({ name }) => name)).toEqual(['first', 'third'])
  expect(checked).toEqual(['first', 'second', 'third'])
})

test('the placeholder of a date field is the format, not a date', () => {
  expect(renderToStaticMarkup(<DayField label="From" value="" onChange={() => {}} />)).toContain(
    'placeholder="MM/DD"',
  )
})
