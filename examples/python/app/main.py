from app.greet import greet

if greet([]) == None:
    raise SystemExit('nobody')
print(greet(['naïve',
  'world']))
