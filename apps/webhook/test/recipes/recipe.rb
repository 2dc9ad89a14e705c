# Calls the recipe that stands before it with each request that is given, and prints which of them it takes.
require "json"

asked = JSON.parse($stdin.read)
taken = asked["requests"].map do |request|
  ANSWER.call(asked, request["body"], request["headers"])
rescue StandardError
  false
end
puts JSON.generate(taken)
