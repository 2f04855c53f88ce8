import { expect, test } from 'vitest'
import { memories, type Model } from '../bench/memories.ts'
import { retention } from '../bench/retention.ts'

test.each(Object.keys(memories) as Model[])(
  'simulated children remember more with the product’s plan than with reviews of the latest sections, and nearly as much as with reviews of all sections in rotation (%s)',
  (model) => {
    const { ours, fixed } = retention(model, { seed: 11, children: 8 })
    expect(ours / (fixed['of the latest sections'] as number)).toBeGreaterThan(1)
    expect(ours / (fixed['in rotation'] as number)).toBeGreaterThan(0.95)
  },
)
