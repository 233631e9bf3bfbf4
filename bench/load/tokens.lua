-- One token after the other. Arguments: a file with a token on each line, and what goes into the Authorization header.
local tokens, sent = {}, 0

function init(args)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  if args[2] then wrk.headers["Authorization"] = args[2] end
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
end

function request()
  sent = sent + 1
  return wrk.format(nil, nil, nil, "token=" .. tokens[(sent - 1) % #tokens + 1])
end
