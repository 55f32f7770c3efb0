# Takes a guide apart as a reader does: writes its files into the folder DIR and prints its commands. Blocks of a site
# (a file with a folder, or in=SITE) are left out: they belong to an application that the reader has.
# needs=PROGRAM blocks are printed; what a newcomer's machine has is the session's business.
/^```[a-z]+/ && !inside {
  inside = 1
  kind = substr($1, 4)
  name = $2
  file = ""
  print_it = 0
  if (name ~ /^needs=/ || (name == "" && kind == "sh")) print_it = kind == "sh"
  else if (name != "" && name !~ /[=\/]/) file = DIR "/" name
  if (file != "") printf "" >file
  next
}
/^```$/ && inside { inside = 0; if (file != "") close(file); next }
inside && file != "" { print >file }
inside && print_it { print }
