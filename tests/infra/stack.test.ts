import { expect, test } from 'vitest'
import { complaints, synthesize } from './synthesized.ts'

// The runner sees one file, so that the stack is synthesized once for all of them.
import './access.ts'
import './edge.ts'
import './work.ts'

test('synthesis has nothing to complain of, with a built site or without', () => {
  const bare = synthesize('without a site')
  expect([...complaints, ...bare.complaints]).toEqual([])
  expect(bare.all('Custom::CDKBucketDeployment')).toHaveLength(1)
})
