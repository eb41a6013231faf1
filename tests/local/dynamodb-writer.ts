import { createDynamodb } from '../../local/dynamodb/service.ts'

// Writes items into the given directory until it is killed, and reports each one that was acknowledged.
const [dir = '', table = '{}'] = process.argv.slice(2)
const service = await createDynamodb({
  dir,
  clock: { now: Date.now },
  tables: [JSON.parse(table)],
})

const url = new URL('http://localhost/')
const headers = { 'x-amz-target': 'DynamoDB_20120810.TransactWriteItems' }
for (let id = 0; ; id++) {
  const pk = { S: `E#${id}` }
  const Item = { pk, sk: { S: 'A' }, gsi1pk: { S: 'all' }, gsi1sk: pk }
  const body = Buffer.from(JSON.stringify({ TransactItems: [{ Put: { TableName: 'waitlist', Item } }] }))
  const reply = await service.handle({ method: 'POST', url, headers, body, caller: undefined })
  if (reply.status === 200) process.send?.(pk.S)
}
